// play.mjs
import { loadGame } from '@ludoforge/compiler'

const game = await loadGame('games/reversi')
let state = game.start({ seed: 7 })
for (let asked = game.decision(state); asked !== undefined; asked = game.decision(state))
  state = game.decide(state, asked.options[0].id)
const { winners, reason } = game.outcome(state)
console.log(winners.join(', '), '-', reason)
console.log(game.evaluate(state, 'count(discs of black in map)'), 'black discs')
