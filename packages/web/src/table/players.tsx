/** The table tab: players, chat and saving. */
import {
  clockRuleText,
  durationText,
  type SeatDocument,
  timeLeft,
  timeLeftText,
  timeoutText,
} from '@ludoforge/table'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, useNow } from '../ui/index.js'
import { useTable } from './context.js'
import { joinWithAnd } from './vocabulary.js'
import { SeatName } from './parts.js'
import { InvitationList, Invite } from './invitations.js'
import { PersonActions } from './person-actions.js'
import { isBlocked } from './store/blocked.js'
import { TurnNotices } from './turn-notices.js'
import { AskForSeat, HandOver, TakeBack, TakeSeat } from './seat-actions.js'

export function PlayersTab(): ReactNode {
  const seats = useTable((state) => state.about.seats)
  // A save holds hidden information, so a server gives it out only after the game.
  const maySave = useTable(({ server, about }) => server === undefined || about.outcome !== undefined)
  return (
    <div className="people">
      <ClockRule />
      <ul>
        {seats.map((seat) => (
          <Seat key={seat.seat} {...seat} />
        ))}
      </ul>
      <InvitationList />
      <TurnNotices title="Notifications" />
      <Chat />
      {maySave ? <SaveButton /> : null}
    </div>
  )
}

function Seat(document: SeatDocument): ReactNode {
  const { seat, kind, person, name, agent, takenFrom } = document
  const you = useTable((state) => state.you)
  const card = useTable((state) => state.card)
  const isDeciding = useTable((state) => state.about.deciding.includes(seat))
  const done = useTable((state) => state.thinking[seat])
  const eye = useTable((state) => state.eye)
  const lookAs = useTable((state) => state.lookAs)
  const mine = kind === 'person' && person !== undefined && person === you.person
  const others = !mine && person !== undefined && person !== you.person // it belongs to another person
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
        {others ? <PersonActions person={person} name={name ?? 'this player'} /> : null}
      </div>
      {done === undefined ? null : (
        <progress aria-label="Progress of the bot" max={1} value={done}>
          {Math.round(done * 100)} %
        </progress>
      )}
      <SeatClock seat={seat} name={mine ? undefined : (name ?? 'the player')} />
      <SeatValues seat={seat} />
      <SeatPast {...document} />
      <div className="row">
        {mine && you.seats.length > 1 && eye !== seat ? (
          <Button look="quiet" onClick={() => lookAs(seat)}>
            View as this seat
          </Button>
        ) : null}
        {mine || you.host ? <HandOver seat={seat} kind={kind} /> : null}
        {others && you.host ? <AskForSeat seat={seat} name={name ?? 'them'} /> : null}
        {takenFrom !== undefined && takenFrom.person === you.person ? <TakeBack seat={seat} /> : null}
        {kind === 'bot' && you.person !== null && (you.host || person === you.person) ? (
          <TakeSeat seat={seat} whose={person} />
        ) : null}
        {kind === 'open' && you.host ? <Invite seat={seat} /> : null}
      </div>
    </li>
  )
}

/** The clock that the table was created with. */
function ClockRule(): ReactNode {
  const rule = useTable((state) => state.about.clock?.rule)
  if (rule === undefined) return null
  return (
    <p className="description">
      Clock: {clockRuleText(rule)}, {timeoutText(rule, 'the player')}.
    </p>
  )
}

/** The time that a seat has left. */
function SeatClock({ seat, name }: { readonly seat: string; readonly name: string | undefined }): ReactNode {
  const clock = useTable((state) => state.about.clock)
  const now = useNow(1000)
  const face = clock?.seats[seat]
  const isOver = useTable((state) => state.about.outcome !== undefined)
  if (clock === undefined || face === undefined || isOver) return null
  if (face.since === undefined)
    return clock.rule.type === 'turn' ? null : <p className="note">{durationText(face.left)} left</p>
  return <p className="note">{timeLeftText(clock.rule, timeLeft(face, now), name)}</p>
}

/** Who has seen what the seat sees, whose it was, and who asks for it. */
function SeatPast({ seenBy = [], takenFrom, request }: SeatDocument): ReactNode {
  const you = useTable((state) => state.you)
  const named = ({ person, name }: { readonly person: string; readonly name: string }): string =>
    person === you.person ? 'you' : name
  const seen = joinWithAnd(seenBy.map(named))
  return (
    <>
      {seen === '' ? null : <p className="description">Others who have seen what this seat sees: {seen}.</p>}
      {takenFrom === undefined ? null : (
        <p className="description">Taken over from {named(takenFrom)}, who can take it back at any time.</p>
      )}
      {request === undefined ? null : <p className="description">Waiting for an answer to {request.name}.</p>}
    </>
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
    const text = typeof value === 'number' && signed && value > 0 ? `+${value}` : words.value('', value)
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

function Chat(): ReactNode {
  const records = useTable((state) => state.records)
  const { table, attempt, you } = useTable((state) => state)
  const [text, setText] = useState('')
  const end = useRef<HTMLLIElement>(null)
  const blocked = useTable((state) => state.blocked)
  const messages = records.filter((record) => record.type === 'chat' && !isBlocked(record, blocked))
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
  return <Button onClick={download}>Save as a file</Button>
}
