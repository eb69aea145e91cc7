/** Requests of people at a table: what is executed, what is refused, and with which words. */
import { describe, expect, it } from 'vitest'
import { PeopleTable } from './people.js'

const refusal = (code: string, message: string) => ({ code, message })

describe('a decision', () => {
  it('is refused to everybody but the person of the seat', async () => {
    const table = await PeopleTable.open()
    const { question } = table.core.position
    const [option] = table.decision.options
    const choice = option?.id ?? ''
    for (const who of ['bob', 'cy'])
      await expect(table.ask(who, { type: 'decide', seat: 'black', question, choice })).rejects.toMatchObject(
        refusal('not-allowed', "The seat black isn't yours."),
      )
    expect(await table.ask('ann', { type: 'decide', seat: 'black', question, choice })).toEqual({ number: 1 })
  })

  it('is refused while a bot plays for the person', async () => {
    const table = await PeopleTable.open()
    await table.ask('ann', { type: 'seat', seat: 'black', to: { bot: 'random' } })
    await expect(table.play(1)).rejects.toMatchObject(
      refusal('not-allowed', 'A bot plays black for you. Take the seat back first.'),
    )
  })
})

describe('an undo', () => {
  it('of the last decision is free', async () => {
    const table = await PeopleTable.open()
    await table.play(1)
    expect(await table.ask('ann', { type: 'undo' })).toEqual({ number: 2 })
    expect(await table.kinds()).toEqual(['decision', 'undo'])
    expect(table.core.position.decisions).toBe(0)
  })

  it('is refused where there is nothing of the person to take back', async () => {
    const table = await PeopleTable.open()
    await table.play(1)
    for (const who of ['bob', 'cy'])
      await expect(table.ask(who, { type: 'undo' })).rejects.toMatchObject(
        refusal('not-allowed', 'You have no such decision to undo.'),
      )
    expect(table.core.position.number).toBe(1)
  })

  it('behind the answer of another person asks that person', async () => {
    const table = await PeopleTable.open()
    await table.play(2)
    expect(await table.ask('ann', { type: 'undo' })).toEqual({ number: 3 })
    expect(table.core.proposal).toMatchObject({ number: 3, to: 1, person: 'ann' })
    expect(table.core.position.decisions).toBe(2)
    const others = refusal('not-allowed', 'Only the other people with a seat can answer this proposal.')
    for (const who of ['ann', 'cy'])
      await expect(table.ask(who, { type: 'consent', proposal: 3, yes: true })).rejects.toMatchObject(others)
    await expect(table.ask('bob', { type: 'consent', proposal: 2, yes: true })).rejects.toMatchObject(
      refusal('stale', 'This request is no longer open.'),
    )
    await table.ask('bob', { type: 'consent', proposal: 3, yes: true })
    expect(await table.kinds()).toEqual(['decision', 'decision', 'proposal', 'consent', 'undo'])
    expect(table.core.position.decisions).toBe(0)
    expect(table.core.proposal).toBeUndefined()
    const undo = (await table.record.entries()).at(-1)
    expect(undo).toMatchObject({ to: 1, by: 'Ann' })
    expect(undo).toHaveProperty('beyond')
  })

  it('does not happen if the other person does not want it', async () => {
    const table = await PeopleTable.open()
    await table.play(2)
    await table.ask('ann', { type: 'undo' })
    await table.ask('bob', { type: 'consent', proposal: 3, yes: false })
    expect(table.core.position.decisions).toBe(2)
    expect(table.core.proposal).toBeUndefined()
    await expect(table.ask('bob', { type: 'consent', proposal: 3, yes: true })).rejects.toMatchObject({
      code: 'stale',
    })
  })

  it('needs nobody where no other person has a seat', async () => {
    const table = await PeopleTable.open({}, { black: 'ann', white: 'ann' })
    await table.play(3)
    await table.ask('ann', { type: 'undo', to: 2 })
    expect((await table.kinds()).at(-1)).toBe('undo')
    expect(table.core.position.decisions).toBe(1)
  })

  it('is not asked for any more once somebody has decided', async () => {
    const table = await PeopleTable.open()
    await table.play(2)
    await table.ask('bob', { type: 'chat', text: 'well' })
    await table.ask('ann', { type: 'undo' })
    expect(table.core.proposal?.number).toBe(4)
    await table.play(1)
    expect(table.core.proposal).toBeUndefined()
  })
})

it('a chat has the name and the seats of the person', async () => {
  const table = await PeopleTable.open()
  expect(await table.ask('bob', { type: 'chat', text: 'hello' })).toEqual({ number: 1 })
  await table.ask('cy', { type: 'chat', text: 'hi' })
  expect(await table.record.entries()).toMatchObject([
    { kind: 'chat', by: 'Bob', seats: ['white'], text: 'hello' },
    { kind: 'chat', by: 'Cy', seats: [], text: 'hi' },
  ])
})

describe('questions about a seat', () => {
  it('are answered for the own seat only', async () => {
    const table = await PeopleTable.open()
    const seat = 'black'
    const [option] = table.decision.options
    const choice = option?.id ?? ''
    const no = refusal('not-allowed', "The seat black isn't yours.")
    await expect(table.ask('bob', { type: 'explain', seat, option: choice })).rejects.toMatchObject(no)
    await expect(table.ask('bob', { type: 'preview', seat, choices: [choice] })).rejects.toMatchObject(no)
    await expect(table.ask('bob', { type: 'hint', seat })).rejects.toMatchObject(no)
    expect(await table.ask('ann', { type: 'explain', seat, option: choice })).toHaveProperty('explanation')
    expect(await table.ask('ann', { type: 'preview', seat, choices: [choice] })).toHaveProperty('previews')
  })

  it('about a choice that is not legal are refused', async () => {
    const table = await PeopleTable.open()
    await expect(
      table.ask('ann', { type: 'preview', seat: 'black', choices: ['nowhere'] }),
    ).rejects.toMatchObject({ code: 'illegal-choice' })
  })

  it('a hint is that of the bot that is named, for a seat that is asked', async () => {
    const table = await PeopleTable.open()
    const hint = (who: string, seat: string, agent: string) => table.ask(who, { type: 'hint', seat, agent })
    expect(await hint('ann', 'black', 'random')).toMatchObject({ hint: { agent: 'random for ann' } })
    expect(await table.ask('ann', { type: 'hint', seat: 'black' })).toMatchObject({
      hint: { agent: 'none for ann' },
    })
    await expect(hint('ann', 'black', 'no such bot')).rejects.toMatchObject({ code: 'bad-message' })
    await expect(hint('bob', 'white', 'random')).rejects.toMatchObject(
      refusal('stale', "white doesn't decide now."),
    )
  })
})

describe('a seat', () => {
  const give = (
    table: PeopleTable,
    who: string,
    seat: string,
    to: 'me' | 'open' | 'person' | { bot: string },
  ) => table.ask(who, { type: 'seat', seat, to })
  const seatOf = (table: PeopleTable, seat: string) => table.core.seats.find((one) => one.seat === seat)

  it('that is not there is refused', async () => {
    const table = await PeopleTable.open()
    await expect(give(table, 'ann', 'green', 'me')).rejects.toMatchObject(
      refusal('bad-message', 'There is no seat green. The seats are black, white.'),
    )
  })

  it('of another is changed by the host only, with the consent of its person', async () => {
    const table = await PeopleTable.open()
    await expect(give(table, 'bob', 'black', { bot: 'random' })).rejects.toMatchObject(
      refusal('not-allowed', 'Only the host can change who plays black.'),
    )
    await expect(give(table, 'ann', 'white', { bot: 'no such bot' })).rejects.toMatchObject({
      code: 'bad-message',
    })
    expect(await table.kinds()).toEqual([])
    const { number = 0 } = await give(table, 'ann', 'white', { bot: 'random' })
    const request = { number, to: { bot: 'random' }, person: 'ann' }
    expect(seatOf(table, 'white')).toMatchObject({ person: 'bob', agent: null, past: { request } })
    expect(table.core.document.seats[1]).toMatchObject({ request: { ...request, name: 'Ann' } })
    await expect(give(table, 'ann', 'white', { bot: 'random' })).rejects.toMatchObject({
      code: 'not-allowed',
      message: expect.stringContaining('away for 10 minutes') as string,
    })
    await expect(table.ask('cy', { type: 'consent', proposal: number, yes: true })).rejects.toMatchObject(
      refusal('not-allowed', 'Only the player of the seat can answer this request.'),
    )
    await table.ask('bob', { type: 'consent', proposal: number, yes: true })
    expect(seatOf(table, 'white')).toMatchObject({ person: 'bob', agent: 'random', past: { request: null } })
    await give(table, 'bob', 'white', 'person')
    expect(seatOf(table, 'white')).toMatchObject({ person: 'bob', agent: null })
    expect(seatOf(table, 'black')).toEqual({ seat: 'black', person: 'ann', agent: null })
    expect(await table.kinds()).toEqual(['note', 'seats', 'consent', 'seats', 'seats'])
  })

  it('is refused by its person, or given and taken back', async () => {
    const table = await PeopleTable.open()
    for (const to of ['me', 'open'] as const) {
      const { number = 0 } = await give(table, 'ann', 'white', to)
      await table.ask('bob', { type: 'consent', proposal: number, yes: false })
      expect(seatOf(table, 'white')).toMatchObject({ person: 'bob', past: { request: null } })
      await expect(table.ask('bob', { type: 'consent', proposal: number, yes: true })).rejects.toMatchObject(
        refusal('stale', 'This request is no longer open.'),
      )
    }
    const { number = 0 } = await give(table, 'ann', 'white', 'me')
    await table.ask('bob', { type: 'consent', proposal: number, yes: true })
    expect(table.core.document.seats[1]).toEqual({
      seat: 'white',
      kind: 'person',
      person: 'ann',
      name: 'Ann',
      seenBy: [{ person: 'bob', name: 'Bob' }],
      takenFrom: { person: 'bob', name: 'Bob' },
    })
    await expect(give(table, 'cy', 'white', 'me')).rejects.toMatchObject({ code: 'not-allowed' })
    await give(table, 'bob', 'white', 'me')
    expect(table.core.document.seats[1]).toEqual({
      seat: 'white',
      kind: 'person',
      person: 'bob',
      name: 'Bob',
      seenBy: [{ person: 'ann', name: 'Ann' }],
    })
    await expect(give(table, 'cy', 'white', 'me')).rejects.toMatchObject({ code: 'not-allowed' })
  })

  it('that is open can be taken by the host, and nobody gets it back', async () => {
    const table = await PeopleTable.open()
    await give(table, 'bob', 'white', 'open')
    expect(seatOf(table, 'white')).toMatchObject({ seat: 'white', person: null, agent: null })
    await expect(give(table, 'ann', 'white', 'person')).rejects.toMatchObject(
      refusal('not-allowed', "white belongs to nobody, so it can't be handed back."),
    )
    await give(table, 'ann', 'white', 'me')
    expect(seatOf(table, 'white')).toMatchObject({
      person: 'ann',
      agent: null,
      past: { seenBy: ['bob', 'ann'] },
    })
    expect((await table.record.entries()).at(-1)).toMatchObject({
      kind: 'seats',
      seats: [
        { seat: 'black', kind: 'person', person: 'ann', name: 'Ann' },
        { seat: 'white', kind: 'person', person: 'ann', name: 'Ann' },
      ],
    })
  })

  it("is the person's or a bot's where a person is alone", async () => {
    const table = await PeopleTable.open({ alone: true }, { black: 'ann', white: 'ann' })
    await expect(give(table, 'ann', 'white', 'open')).rejects.toMatchObject(
      refusal('not-allowed', "This table is for one person, so a seat can't be open."),
    )
    await give(table, 'ann', 'white', { bot: 'random' })
    expect(seatOf(table, 'white')).toEqual({ seat: 'white', person: null, agent: 'random' })
    await give(table, 'ann', 'white', 'person')
    expect(seatOf(table, 'white')).toEqual({ seat: 'white', person: 'ann', agent: null })
  })
})

describe('history and news', () => {
  it('of a range begin with the position there, and hold each entry of it', async () => {
    const table = await PeopleTable.open()
    await table.play(4)
    const { history } = await table.ask('bob', { type: 'history', from: 1, to: 3 })
    expect(history).toMatchObject({ from: 1, shown: [{ eye: 'white' }] })
    expect(history?.happenings.map(({ number, type }) => [number, type])).toEqual([
      [2, 'step'],
      [3, 'step'],
    ])
    expect(history?.opening).toEqual([{ eye: 'white', events: [] }])
    const whole = await table.ask('cy', { type: 'history', from: 0, to: 4 })
    expect(whole.history?.happenings).toHaveLength(4)
    expect(whole.history?.opening.map(({ eye }) => eye)).toEqual([null])
    const none = await table.ask('cy', { type: 'history', from: 4, to: 4 })
    expect(none.history?.happenings).toEqual([])
  })

  it('of what is not there are refused', async () => {
    const table = await PeopleTable.open()
    await table.play(2)
    for (const [from, to] of [
      [2, 1],
      [0, 3],
    ] as const)
      await expect(table.ask('ann', { type: 'history', from, to })).rejects.toMatchObject(
        refusal('bad-message', `There is no history from ${from} to ${to}. The last entry is 2.`),
      )
  })

  it('are from the last look on, without what was taken back', async () => {
    const table = await PeopleTable.open()
    await table.play(2)
    await table.ask('ann', { type: 'seen', number: 1 })
    const before = (await table.ask('ann', { type: 'news' })).news
    expect(before).toMatchObject({ since: 1, number: 2, told: [{ eye: 'black' }] })
    expect(before?.told[0]?.items).not.toEqual([])
    await table.ask('bob', { type: 'undo' })
    const after = (await table.ask('ann', { type: 'news' })).news
    expect(after).toMatchObject({ since: 1, number: 3, told: [{ eye: 'black', items: [] }] })
  })

  it('a look is remembered up to the last entry, and never taken back', async () => {
    const table = await PeopleTable.open()
    await table.play(3)
    expect(await table.ask('ann', { type: 'seen', number: 9 })).toEqual({})
    await table.ask('ann', { type: 'seen', number: 2 })
    await table.ask('bob', { type: 'seen', number: 2 })
    expect(table.record.saved).toEqual([
      ['ann', 3],
      ['bob', 2],
    ])
    expect(table.core.person('ann')?.seen).toBe(3)
    expect(table.core.person('bob')?.seen).toBe(2)
  })
})
