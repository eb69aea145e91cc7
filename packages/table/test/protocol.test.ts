import {
  clientMessage,
  ENDPOINTS,
  isRefusalCode,
  openApi,
  Refusal,
  serverMessage,
  socketSchema,
} from '@ludoforge/table'
import { gameOf } from '../../../test/support/games.js'
import type { Game } from '@ludoforge/kernel'
import { isVisibleTo, explain, preview } from '@ludoforge/play'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { event, explanation, preview as previewShape, view } from '@ludoforge/agents/shapes'
import { turns } from '../../../test/support/play.js'

const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('views and events of the kernel match the schemas exactly', () => {
  it.each(['tic-tac-toe', 'texas-holdem', 'goofspiel', 'outposts'])('%s', async (name) => {
    const game: Game = await gameOf(name)
    let events = 0
    for (const { state } of turns(game, 5, 150)) {
      for (const seat of [null, ...game.def.seats.map(({ id }) => id)]) {
        const seen = sent(game.view(state, seat))
        expect(view.parse(seen)).toEqual(seen)
        const decision = seat === null ? undefined : game.decision(state, seat)
        if (seat === null || decision === undefined) continue
        const [option] = decision.options
        const why = sent(explain(game, state, option?.id ?? 'nothing', seat))
        expect(explanation.parse(why)).toEqual(why)
        if (option === undefined || decision.kind !== 'one') continue
        const trial = sent(preview(game, state, option.id, seat))
        expect(previewShape.parse(trial)).toEqual(trial)
        for (const one of game.step(state, option.id, seat).events.filter((e) => isVisibleTo(e, seat))) {
          expect(event.parse(sent(one))).toEqual(sent(one))
          events += 1
        }
      }
    }
    expect(events).toBeGreaterThan(3)
  })
})

describe('messages', () => {
  it.each([
    [{ id: 1, ask: { type: 'decide', seat: 'red', question: 3, choice: ['a', 'b'] } }, true],
    [{ id: 1, ask: { type: 'decide', seat: 'red', question: 3, choice: { offer: 'x' } } }, true],
    [{ id: 1, ask: { type: 'decide', seat: 'red', question: -3, choice: 'a' } }, false],
    [{ id: 1, ask: { type: 'decide', seat: 'red', question: 3, choice: { offer: 'x', more: 1 } } }, false],
    [{ id: 1, ask: { type: 'decide', seat: 'red', choice: 'a' } }, false],
    [{ id: 1, ask: { type: 'hello', table: 't', last: 0 } }, true],
    [{ id: 1, ask: { type: 'shutdown' } }, false],
    [{ id: 1, ask: { type: 'chat', text: ' ' } }, false],
    [{ id: 1, ask: { type: 'chat', text: 'x'.repeat(2001) } }, false],
    [{ ask: { type: 'chat', text: 'hi' } }, false],
    [{ id: 1, ask: { type: 'seat', seat: 'red', to: { bot: 'greedy' } } }, true],
    [{ id: 1, ask: { type: 'seat', seat: 'red', to: 'somebody' } }, false],
  ])('%j: %s', (message, ok) => {
    expect(clientMessage.safeParse(message).success).toBe(ok)
  })

  it('match their JSON Schemas', () => {
    const { fromClient, fromServer } = socketSchema()
    const ajv = new Ajv2020({ strict: false })
    const client = ajv.compile(fromClient as object)
    const server = ajv.compile(fromServer as object)
    expect(client({ id: 1, ask: { type: 'chat', text: 'hello' } })).toBe(true)
    expect(client({ id: 1, ask: { type: 'chat' } })).toBe(false)
    const note = { type: 'note', number: 4, at: 1, text: 'x' }
    expect(server(note)).toBe(true)
    expect(serverMessage.parse(note)).toEqual(note)
    expect(server({ ...note, seed: 7 })).toBe(false)
  })
})

describe('the OpenAPI document', () => {
  it('has every endpoint once', () => {
    const { paths } = openApi('1') as { paths: Record<string, Record<string, { operationId: string }>> }
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(ENDPOINTS).sort())
    expect(paths['/api/tables/{id}/requests']?.['post']).toMatchObject({
      security: [{ key: [] }, { session: [] }],
    })
  })
})

describe('a refusal', () => {
  it('has a code that is known, and the status of it', () => {
    const refusal = new Refusal('not-allowed', 'Only the host.')
    expect(refusal).toMatchObject({ name: 'Refusal', message: 'Only the host.', status: 403 })
    expect(new Refusal('illegal-choice', '').status).toBe(422)
  })

  it.each([
    ['not-allowed', true],
    ['stale', true],
    ['toString', false],
    ['', false],
    [undefined, false],
    [['stale'], false],
    [null, false],
  ])('%j is one of the codes: %s', (code, is) => {
    expect(isRefusalCode(code)).toBe(is)
  })
})
