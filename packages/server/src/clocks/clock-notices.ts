/** Notifications about a clock: a reminder, and the end of a player's time. */
import { type Person, type TableDocument, durationText } from '@ludoforge/table'
import { toJson } from '@ludoforge/kernel'
import { holdForDigest } from '../notifications/digest.js'
import { loadHooks } from '../notifications/outbox.js'
import type { NoticeBody, Tx } from '../store/index.js'
import { newId } from '../tables/credentials.js'

export type ClockNotice = { readonly person: Pick<Person, 'id' | 'name'>; readonly seat: string } & (
  | { readonly type: 'reminder'; readonly at: number }
  | { readonly type: 'time-out'; readonly then: 'bot' | 'open' }
)

/** Adds the deliveries of these notices in the transaction of their cause. */
export async function addClockNotices(
  tx: Tx,
  { id, name, game, number }: TableDocument,
  notices: readonly ClockNotice[],
  now: number,
  digestMs: number,
): Promise<void> {
  if (notices.length === 0) return
  const hooks = await loadHooks(tx, id)
  const rows = notices.flatMap((notice) =>
    hooks
      .filter(({ person }) => person === notice.person.id)
      .map((hook) => ({
        id: newId(),
        webhook_id: hook.id,
        body: toJson<NoticeBody>({
          type: notice.type,
          text: sentence(notice, name, now),
          table: { id, name, game: game.id },
          name: notice.person.name,
          seats: [notice.seat],
          number,
        }),
        due: Date.now(),
        attempts: 0,
      })),
  )
  if (rows.length === 0) return
  await tx.insertInto('deliveries').values(rows).execute()
  await holdForDigest(
    tx,
    rows.map((row) => row.webhook_id),
    digestMs,
  )
}

function sentence(notice: ClockNotice, table: string, now: number): string {
  const { name } = notice.person
  if (notice.type === 'reminder')
    return `${table}: it is still your turn, ${name}. You have ${durationText(notice.at - now)} left.`
  return notice.then === 'bot'
    ? `${table}: your time ran out, ${name}. A bot plays for you until you take your seat back.`
    : `${table}: your time ran out, ${name}. Your seat is open now.`
}
