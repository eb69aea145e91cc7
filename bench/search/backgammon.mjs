/**
 * Backgammon by the pip count alone: each checker goes where the lead in pips is greatest. It never doubles, and takes a
 * double unless it is far behind. It knows nothing of LudoForge but the line protocol.
 *
 *   ludoforge tournament backgammon --scenario single --agents search:1s --against 'cmd:node bench/search/backgammon.mjs'
 */
import { bestOf, playLines } from './play-lines.mjs'

const POINTS = 'abcdefghijklmnopqrstuvwx'
const TAKES_UP_TO = 1.2 // times the pips of the one who doubles

/** How far a checker in this space has to go. */
function distanceOf(seat, space) {
  if (space.endsWith('-bar')) return 25
  if (space.endsWith('-tray')) return 0
  const number = POINTS.indexOf(space[0]) + 1
  return seat === 'white' ? number : 25 - number
}

const checkersOf = (zones, seat, space) => zones[space].pieces[`${seat}-checker`] ?? 0

function pipsOf(zones, seat) {
  const spaces = Object.keys(zones).filter((space) => !space.startsWith('box'))
  return spaces.reduce((sum, space) => sum + distanceOf(seat, space) * checkersOf(zones, seat, space), 0)
}

/** What a checker gains that goes from one space to another: its own way, and that of a checker it hits. */
function gainOf(zones, seat, from, to) {
  const rival = seat === 'white' ? 'black' : 'white'
  const hits = !to.endsWith('-tray') && checkersOf(zones, rival, to) === 1
  return distanceOf(seat, from) - distanceOf(seat, to) + (hits ? 25 - distanceOf(rival, to) : 0)
}

/** Where a checker goes with this die. */
function targetOf(seat, from, die) {
  const left = distanceOf(seat, from) - die
  if (left <= 0) return `${seat}-tray`
  return `${POINTS[(seat === 'white' ? left : 25 - left) - 1]}1`
}

await playLines('pips', ({ seat, decision, view: { zones, variables }, pick }) => {
  const ids = decision.options.map(({ id }) => id)
  const rival = seat === 'white' ? 'black' : 'white'
  if (ids.includes('roll')) return 'roll'
  if (ids.includes('drop'))
    return pipsOf(zones, seat) > TAKES_UP_TO * pipsOf(zones, rival) ? 'drop' : 'accept'
  if (decision.name === 'goal') return pick(bestOf(ids, (to) => gainOf(zones, seat, decision.subject.id, to)))
  const isBlocked = (to) => !to.endsWith('-tray') && checkersOf(zones, rival, to) > 1
  return pick(
    bestOf(ids, (from) => {
      const targets = variables.dice.map((die) => targetOf(seat, from, die)).filter((to) => !isBlocked(to))
      return Math.max(-1, ...targets.map((to) => gainOf(zones, seat, from, to)))
    }),
  )
})
