import type { List } from '../layout/state.js'
import type { QuestionSite } from '../link/question.js'

/** Returns whether an answer declines the offers: it is empty, or an alternative that does nothing. */
export function declinesOffers({ idle }: QuestionSite, values: List, picks: List): boolean {
  return picks.length === 0 || (idle !== null && idle[values[picks[0]]])
}
