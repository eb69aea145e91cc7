/** The page of the link that resets a forgotten password. */
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/index.js'
import { resetPassword } from './account.js'
import { NewPasswordField } from './new-password-field.js'
import { go } from './routes.js'
import { errorText } from './site.js'

export function ResetPage({ token }: { readonly token: string }): ReactNode {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = async (): Promise<void> => {
    try {
      await resetPassword(token, password)
      go({ at: 'account' })
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <div className="narrow">
      <h1>Set a new password</h1>
      <form
        className="panel stack"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>All your sessions end, and you are logged in here.</p>
        <NewPasswordField value={password} onChange={setPassword} />
        {problem === undefined ? null : (
          <p className="wrong" role="alert">
            {problem}
          </p>
        )}
        <Button look="main" submit>
          Set password
        </Button>
      </form>
    </div>
  )
}
