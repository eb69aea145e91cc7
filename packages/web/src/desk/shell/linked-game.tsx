/** What you can do with somebody else's game, which you opened by a link: copy it, or report it. */
import { MAX_REPORT_LENGTH } from '@ludoforge/table'
import { type ReactNode, useId, useState } from 'react'
import { useAccount } from '../../app/account.js'
import { go } from '../../app/routes.js'
import { errorText } from '../../app/site.js'
import { Button, Sheet } from '../../ui/index.js'
import { useDesk, useDeskStore } from '../desk-state.js'
import { browserStorage } from '../storage/browser-storage.js'
import { forkHosted, reportHosted } from '../storage/hosted-storage.js'

/** A report needs an account, so that the operator can limit them. */
export function LinkedGameActions(): ReactNode {
  const { account } = useAccount()
  const [open, setOpen] = useState<'copy' | 'report'>()
  const close = (): void => setOpen(undefined)
  return (
    <>
      {account === null ? null : <Button onClick={() => setOpen('report')}>Report</Button>}
      <Button onClick={() => setOpen('copy')}>Copy</Button>
      {open === 'copy' ? <CopySheet hasAccount={account !== null} onClose={close} /> : null}
      {open === 'report' ? <ReportSheet onClose={close} /> : null}
    </>
  )
}

interface CopyProps {
  readonly hasAccount: boolean
  readonly onClose: () => void
}

function CopySheet({ hasAccount, onClose }: CopyProps): ReactNode {
  const desk = useDeskStore()
  const [problem, setProblem] = useState<string>()
  const copy = (storage: 'browser' | 'hosted', work: () => Promise<string>): void => {
    setProblem(undefined)
    work().then(
      (id) => go({ at: 'desk', storage, id }),
      (error: unknown) => setProblem(errorText(error)),
    )
  }
  const { project, files } = desk.getState()
  return (
    <Sheet title="Copy this game" onClose={onClose}>
      <div className="stack">
        <p>The copy is yours. You can change it, and later changes of the original don’t reach it.</p>
        {problem === undefined ? null : <p role="alert">{problem}</p>}
        {hasAccount ? (
          <Button look="main" onClick={() => copy('hosted', () => forkHosted(project.id))}>
            Copy to your account
          </Button>
        ) : null}
        <Button
          look={hasAccount ? 'plain' : 'main'}
          onClick={() => copy('browser', () => browserStorage().create(project.title, files))}
        >
          Copy to this browser
        </Button>
      </div>
    </Sheet>
  )
}

function ReportSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { id, title } = useDesk((desk) => desk.project)
  const [text, setText] = useState('')
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState<string>()
  const field = useId()
  return (
    <Sheet title="Report this game" onClose={onClose}>
      {isSent ? (
        <p role="status">The operator of this server has your report. Thank you.</p>
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            setProblem(undefined)
            reportHosted(id, text).then(
              () => setSent(true),
              (error: unknown) => setProblem(errorText(error)),
            )
          }}
        >
          <label htmlFor={field}>Report {title} to the operator of this server. What is wrong with it?</label>
          <textarea
            id={field}
            required
            maxLength={MAX_REPORT_LENGTH}
            rows={4}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {problem === undefined ? null : <p role="alert">{problem}</p>}
          <Button submit disabled={text.trim() === ''}>
            Send the report
          </Button>
        </form>
      )}
    </Sheet>
  )
}
