/** Hides the messages of people whom the player has blocked. */
import type { TableUpdate } from '@ludoforge/table'

/** Returns whether the update is a message of a blocked person. Messages of earlier versions have no person. */
export function isBlocked(update: TableUpdate, blocked: readonly string[]): boolean {
  return update.type === 'chat' && update.person !== undefined && blocked.includes(update.person)
}
