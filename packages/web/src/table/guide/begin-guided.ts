import { guidedStart } from '@ludoforge/client'
import type { GameListing } from '@ludoforge/look'
import { Refusal } from '@ludoforge/table'
import { saveGuided } from '../../app/learn/guide-progress.js'
import { createLocal } from '../../local/index.js'
import { loadCourse } from './course.js'

/** Creates the table of a guided game in this browser, and returns its id. */
export async function beginGuided(
  card: Pick<GameListing, 'id' | 'title' | 'fingerprint'>,
  seat: string,
): Promise<string> {
  const { module, guides } = await loadCourse(card.fingerprint)
  const guide = guides.find((one) => one.seat === seat)
  if (guide === undefined) throw new Refusal('not-found', `${card.title} has no guided game for this seat.`)
  const id = await createLocal(card, guidedStart(guide, module.def, 'me'), 'guide-')
  saveGuided(id, { game: card.id, seat })
  return id
}
