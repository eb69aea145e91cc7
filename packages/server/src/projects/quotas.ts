/** How much a designer may store on a server, by account and by address. */
import { Refusal } from '@ludoforge/table'
import type { Db } from '../store/index.js'

export interface ProjectQuotas {
  /** Projects of an account. */
  readonly projects: number
  /** Projects that were made from one address. */
  readonly perAddress: number
  /** Bytes of all files and saves of an account. */
  readonly bytes: number
  /** Saves of a project. */
  readonly saves: number
  /** Links to a project. */
  readonly links: number
}

export const DEFAULT_PROJECT_QUOTAS: ProjectQuotas = {
  projects: 50,
  perAddress: 200,
  bytes: 32 << 20,
  saves: 50,
  links: 20,
}

/** Throws a `Refusal` if the account or the address has as many projects as it may have. */
export async function checkProjectCount(
  db: Db,
  account: string,
  origin: string | null,
  { projects, perAddress }: ProjectQuotas,
): Promise<void> {
  const count = async (column: 'account_id' | 'origin', value: string): Promise<number> => {
    const row = await db
      .selectFrom('projects')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(column, '=', value)
      .executeTakeFirstOrThrow()
    return row.count
  }
  if ((await count('account_id', account)) >= projects)
    throw new Refusal(
      'over-quota',
      `Your account has ${projects} games, which is the limit. Export one, then delete it here.`,
    )
  if (origin !== null && (await count('origin', origin)) >= perAddress)
    throw new Refusal('over-quota', `This address has stored ${perAddress} games, which is the limit.`)
}

/** Throws a `Refusal` if `more` bytes are too many for the account. */
export async function checkProjectBytes(
  db: Db,
  account: string,
  more: number,
  { bytes }: ProjectQuotas,
): Promise<void> {
  if (more <= 0) return
  const files = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('sum'))
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow()
  const saves = await db
    .selectFrom('project_saves')
    .innerJoin('projects', 'projects.id', 'project_saves.project_id')
    .select(({ fn }) => fn.sum<number | null>('project_saves.bytes').as('sum'))
    .where('projects.account_id', '=', account)
    .executeTakeFirstOrThrow()
  if ((files.sum ?? 0) + (saves.sum ?? 0) + more > bytes)
    throw new Refusal(
      'over-quota',
      `The games of your account may take ${bytes >> 20} MB together. Delete a save or a game first.`,
    )
}
