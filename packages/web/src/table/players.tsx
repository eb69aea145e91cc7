/** The table tab: players, chat and saving. */
import { callEndpoint } from '@ludoforge/client'
import { type SeatDocument } from '@ludoforge/table'
import { isInPlay } from '@ludoforge/look'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/index.js'
import { useTable } from './context.js'
import { SeatName } from './parts.js'

export function PlayersTab(): ReactNode {
  const all = useTable((state) => state.about.seats)
  const inPlay = useTable((state) => state.scene.inPlay)
  const values = useTable((state) => state.now.values)
  const seats = all.filter(({ seat }) => isInPlay(inPlay, values, seat))
  // A save holds hidden information, so a server gives it out only after the game.
  const maySave = useTable(({ server, about }) => server === undefined || about.outcome !== undefined)
  return (
    <div className="people">
      <ul>
        {seats.map((seat) => (
          <Seat key={seat.seat} {...seat} />
        ))}
      </ul>
      <Chat />
      {maySave ? <SaveButton /> : null}
    </div>
  )
}

function Seat({ seat, kind, person, name, agent }: SeatDocument): ReactNode {
  const you = useTable((state) => state.you)
  const card = useTable((state) => state.card)
  const isDeciding = useTable((state) => state.about.deciding.includes(seat))
  const done = useTable((state) => state.thinking[seat])
  const eye = useTable((state) => state.eye)
  const lookAs = useTable((state) => state.lookAs)
  const mine = kind === 'person' && person !== undefined && person === you.person
  const level = card?.agents.find(({ spec }) => spec === agent)?.title
  const who = {
    person: mine ? 'You' : (name ?? 'A player'),
    bot: `Bot${agent === undefined ? '' : `: ${level ?? agent}`}${name === undefined ? '' : `, for ${name}`}`,
    open: 'Open seat',
  }[kind]
  return (
    <li className={`person${isDeciding ? ' deciding' : ''}`}>
      <div className="person-head">
        <SeatName id={seat} />
        <span className="person-who">{who}</span>
        {isDeciding ? <span className="note">decides</span> : null}
      </div>
      {done === undefined ? null : (
        <progress aria-label="Progress of the bot" max={1} value={done}>
          {Math.round(done * 100)} %
        </progress>
      )}
      <SeatValues seat={seat} />
      <div className="row">
        {mine && you.seats.length > 1 && eye !== seat ? (
          <Button look="quiet" onClick={() => lookAs(seat)}>
            View as this seat
          </Button>
        ) : null}
        {mine || (you.host && kind !== 'person') ? <HandOver seat={seat} kind={kind} /> : null}
        {kind === 'bot' && you.person !== null && (you.host || person === you.person) ? (
          <TakeSeat seat={seat} whose={person} />
        ) : null}
        {kind === 'open' && you.host ? <Invite seat={seat} /> : null}
      </div>
    </li>
  )
}

/** The seat's values that the look shows. */
function SeatValues({ seat }: { readonly seat: string }): ReactNode {
  const looks = useTable((state) => state.scene.seatValues)
  const values = useTable((state) => state.shown.values.seats[seat])
  const words = useTable((state) => state.words)
  const shown = looks.flatMap(({ title, hide, signed }, i) => {
    const value = values?.[i] ?? null
    if (value === null || hide.includes(String(value))) return []
    const text = typeof value === 'number' && signed && value > 0 ? `+${value}` : words.fullValue('', value)
    return [{ title, text }]
  })
  if (shown.length === 0) return null
  return (
    <dl className="seat-values">
      {shown.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function HandOver({ seat, kind }: { readonly seat: string; readonly kind: SeatDocument['kind'] }): ReactNode {
  const agents = useTable((state) => state.card?.agents) ?? [{ spec: 'normal', title: 'Normal', says: '' }]
  const name = useTable((state) => state.words.plainSeat(seat))
  const { table, attempt } = useTable((state) => state)
  return (
    <select
      aria-label={`Let a bot play ${name}`}
      value=""
      onChange={(event) => {
        const { value } = event.target
        void attempt(() => table.give(seat, { bot: value }))
      }}
    >
      <option value="" disabled>
        {kind === 'bot' ? 'Change the bot' : 'Hand to a bot'}
      </option>
      {agents.map(({ spec, title }) => (
        <option key={spec} value={spec}>
          {title}
        </option>
      ))}
    </select>
  )
}

function TakeSeat({ seat, whose }: { readonly seat: string; readonly whose: string | undefined }): ReactNode {
  const { table, attempt, you } = useTable((state) => state)
  const back = whose !== undefined
  return (
    <Button onClick={() => void attempt(() => table.give(seat, back ? 'person' : 'me'))}>
      {back && whose !== you.person ? 'Return it to its player' : back ? 'Take it back' : 'Play it myself'}
    </Button>
  )
}

function Invite({ seat }: { readonly seat: string }): ReactNode {
  const { server, about, attempt } = useTable((state) => state)
  const [link, setLink] = useState('')
  const [copied, setCopied] = useState(false)
  if (server === undefined) return null
  const invite = (): void =>
    void attempt(async () => {
      const made = await callEndpoint(server.url, 'invite', {
        path: { id: about.id },
        key: server.key,
        body: { seats: [seat] },
      })
      setLink(made.link)
    })
  if (link === '') return <Button onClick={invite}>Create an invitation link</Button>
  return (
    <span className="invitation">
      <input readOnly aria-label="Invitation link" value={link} onFocus={(event) => event.target.select()} />
      <Button
        onClick={() =>
          void attempt(async () => {
            await navigator.clipboard.writeText(link)
            setCopied(true)
          })
        }
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </span>
  )
}

function Chat(): ReactNode {
  const records = useTable((state) => state.records)
  const { table, attempt, you } = useTable((state) => state)
  const [text, setText] = useState('')
  const end = useRef<HTMLLIElement>(null)
  const messages = records.filter(({ type }) => type === 'chat')
  const count = messages.length
  useEffect(() => {
    if (count > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <section className="chat" aria-label="Chat">
      <h3>Chat</h3>
      <ul aria-live="polite">
        {messages.map((message) =>
          message.type === 'chat' ? (
            <li key={message.number}>
              <b>{message.by}</b> {message.text}
            </li>
          ) : null,
        )}
        <li ref={end} hidden />
      </ul>
      {you.person === null ? (
        <p className="description">Spectators can’t chat.</p>
      ) : (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault()
            const message = text.trim()
            if (message === '') return
            setText('')
            void attempt(() => table.chat(message))
          }}
        >
          <input
            aria-label="Message to the other players"
            placeholder="Message"
            value={text}
            maxLength={2000}
            onChange={(event) => setText(event.target.value)}
          />
          <Button submit>Send</Button>
        </form>
      )}
    </section>
  )
}

/** The button that downloads the game as a save file. */
export function SaveButton(): ReactNode {
  const { save, attempt, about } = useTable((state) => state)
  if (save === undefined) return null
  const download = (): void =>
    void attempt(async () => {
      const address = URL.createObjectURL(new Blob([await save()], { type: 'application/jsonl' }))
      const link = document.createElement('a')
      link.href = address
      link.download = `${about.name || about.game.id}.jsonl`
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 1000)
    })
  return <Button onClick={download}>Save the game to a file</Button>
}
