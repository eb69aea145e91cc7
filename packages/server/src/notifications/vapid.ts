/** The VAPID keys of a server (RFC 8292), made when it first starts. Servers on one database share them. */
import { fromJson, toJson } from '@ludoforge/kernel'
import webPush, { type VapidKeys } from 'web-push'
import type { Db } from '../store/index.js'

const NAME = 'vapid'

export async function vapidKeys(db: Db): Promise<VapidKeys> {
  const read = async (): Promise<VapidKeys | undefined> => {
    const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst()
    return row === undefined ? undefined : fromJson<VapidKeys>(row.value)
  }
  const known = await read()
  if (known !== undefined) return known
  const made = webPush.generateVAPIDKeys()
  await db
    .insertInto('settings')
    .values({ name: NAME, value: toJson(made) })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  return (await read()) ?? made // another server may have been faster
}
