import type { Choice } from '@ludoforge/kernel'
import {
  compoundMoves,
  decisionsOfMove,
  evaluations,
  explain,
  legalChoices,
  legalMoves,
  preview,
  withAnswer,
} from '@ludoforge/play'
import { choiceOf } from '../decide.js'
import type { RequestHandler } from '../engine.js'
import { viewerOf, requireFullAccess, ownSeat } from '../seats.js'
import { answerIn, gameOf, moveIn } from './positions.js'

/** Requests that examine a position without changing it. */
export const QUERIES: Readonly<Record<string, RequestHandler>> = {
  evaluate: {
    fields: ['game', 'expression', 'seat'],
    answer(engine, fields) {
      const play = gameOf(engine, fields)
      const viewer = viewerOf(engine.game, play, fields)
      const value = (text: string) => engine.game.evaluate(play.state, text, viewer)
      if (Array.isArray(fields.any('expression'))) return { value: fields.texts('expression').map(value) }
      return { value: value(fields.text('expression')) }
    },
  },

  features: {
    fields: ['game', 'seat'],
    answer(engine, fields) {
      const play = gameOf(engine, fields)
      return { features: evaluations(engine.game, play.state, viewerOf(engine.game, play, fields)) }
    },
  },

  explain: {
    fields: ['game', 'option', 'seat'],
    answer(engine, fields) {
      const { game } = engine
      const play = gameOf(engine, fields)
      return { explanation: explain(game, play.state, fields.text('option'), ownSeat(game, play, fields)) }
    },
  },

  preview: {
    fields: ['game', 'choice', 'picks', 'seat'],
    answer(engine, fields) {
      const { game } = engine
      const play = gameOf(engine, fields)
      const seat = ownSeat(game, play, fields)
      const choice = choiceOf(game, play.state, seat, answerIn(fields))
      return { preview: preview(game, play.state, choice, seat) }
    },
  },

  moves: {
    fields: ['game', 'move', 'choice', 'compound'],
    answer(engine, fields) {
      const { game } = engine
      const play = gameOf(engine, fields)
      requireFullAccess(
        play,
        'listing moves looks ahead',
        'Fork the game with "imagine": SEAT, and ask there.',
      )
      if (!fields.has('move')) return { moves: legalMoves(game, play.state) }
      const given = moveIn(fields)
      const open = legalChoices(game, play.state, given)
      if (!fields.has('choice') || open.complete) {
        if (!open.complete) return { move: given, ...open }
        return {
          move: given,
          complete: true,
          decisions: decisionsOfMove(game, play.state, given),
          ...(fields.flag('compound') ? { compound: compoundMoves(game, play.state, given) } : {}),
        }
      }
      const choice: Choice = fields.choice('choice')
      const move = withAnswer(open, choice)
      return { move, ...legalChoices(game, play.state, move) }
    },
  },
}
