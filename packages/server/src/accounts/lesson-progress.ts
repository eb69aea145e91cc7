/** The progress of an account in lessons. */
import { MAX_LESSONS_LEARNED, type LearnedLesson, Refusal } from '@ludoforge/table'
import type { Db } from '../store/index.js'

/** Returns the progress of an account, by game and lesson. */
export async function lessonsOf(db: Db, account: string): Promise<LearnedLesson[]> {
  const rows = await db
    .selectFrom('lesson_progress')
    .select(['game', 'lesson', 'done', 'position', 'at'])
    .where('account_id', '=', account)
    .orderBy('game')
    .orderBy('lesson')
    .execute()
  return rows.map(({ game, lesson, done, position, at }) => ({
    game,
    lesson,
    done: done === 1,
    at,
    ...(position === null ? {} : { position: JSON.parse(position) }),
  }))
}

/** Stores the progress in one lesson, unless a newer one is stored. A finished lesson stays finished. */
export async function saveLesson(db: Db, account: string, learned: LearnedLesson): Promise<void> {
  const { game, lesson, at } = learned
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('lesson_progress')
      .select(['done', 'position', 'at'])
      .where('account_id', '=', account)
      .where('game', '=', game)
      .where('lesson', '=', lesson)
      .executeTakeFirst()
    if (known === undefined) await checkRoom(tx, account)
    const isNewer = known === undefined || known.at <= at
    const position = learned.position === undefined ? null : JSON.stringify(learned.position)
    const row = {
      done: learned.done || known?.done === 1 ? (1 as const) : (0 as const),
      position: isNewer ? position : known.position,
      at: isNewer ? at : known.at,
    }
    await tx
      .insertInto('lesson_progress')
      .values({ account_id: account, game, lesson, ...row })
      .onConflict((conflict) => conflict.columns(['account_id', 'game', 'lesson']).doUpdateSet(row))
      .execute()
  })
}

async function checkRoom(db: Db, account: string): Promise<void> {
  const { count } = await db
    .selectFrom('lesson_progress')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  if (count >= MAX_LESSONS_LEARNED)
    throw new Refusal(
      'not-allowed',
      `Your account has progress in ${MAX_LESSONS_LEARNED} lessons, which is the limit.`,
    )
}
