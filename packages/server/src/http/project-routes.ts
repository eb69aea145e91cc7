/** The handlers of hosted projects. */
import { listPlace } from '@ludoforge/table'
import { z } from 'zod'
import type { ProjectViewer } from '../projects/index.js'
import type { Caller } from './caller.js'
import { parseBody } from './parse-body.js'
import type { Handlers } from './routes.js'

const LIST_QUERY = z.strictObject({ before: listPlace.exactOptional() })

type ProjectEndpoint =
  | 'myProjects'
  | 'makeProject'
  | 'project'
  | 'writeProject'
  | 'deleteProject'
  | 'saveProject'
  | 'projectSave'
  | 'deleteProjectSave'
  | 'shareProject'
  | 'projectLinks'
  | 'unshareProject'
  | 'forkProject'
  | 'checkProject'
  | 'reportProject'

/** The id of the project in the path. */
const idOf = ({ project = '' }: Readonly<Record<string, string>>): string => project

async function viewerOf(caller: Caller): Promise<ProjectViewer> {
  return { account: (await caller.account())?.id ?? null, secret: caller.key }
}

export const PROJECT_HANDLERS: Pick<Handlers, ProjectEndpoint> = {
  async myProjects({ services: { projects }, caller, request }) {
    const { before } = parseBody(LIST_QUERY, request.query)
    return projects.list((await caller.needAccount()).id, before)
  },
  async makeProject({ services: { projects, requests }, caller, body }) {
    const client = await caller.client()
    await requests.payForFiles(client, body.files)
    return { id: await projects.create(body, (await caller.needAccount()).id, client.origin) }
  },
  async project({ services: { projects }, caller, params }) {
    return projects.load(idOf(params), await viewerOf(caller))
  },
  async writeProject({ services: { projects, requests }, caller, params, body }) {
    await requests.payForFiles(await caller.client(), body.changes)
    const { changes, version, title } = body
    const change = { changes, version, ...(title === undefined ? {} : { title }) }
    return { version: await projects.write(idOf(params), (await caller.needAccount()).id, change) }
  },
  async deleteProject({ services: { projects }, caller, params }) {
    await projects.delete(idOf(params), (await caller.needAccount()).id)
    return {}
  },
  async saveProject({ services: { projects }, caller, params, body }) {
    return projects.save(idOf(params), (await caller.needAccount()).id, body.name)
  },
  async projectSave({ services: { projects }, caller, params }) {
    return { files: await projects.savedFiles(idOf(params), params['save'] ?? '', await viewerOf(caller)) }
  },
  async deleteProjectSave({ services: { projects }, caller, params }) {
    await projects.deleteSave(idOf(params), params['save'] ?? '', (await caller.needAccount()).id)
    return {}
  },
  async shareProject({ services: { projects, requests }, caller, params, body, request }) {
    const id = idOf(params)
    const work = body.opens === 'play' ? await requests.budget.workOf(await caller.client()) : {}
    const created = await projects.share(id, (await caller.needAccount()).id, body.opens, work)
    const link = `${request.protocol}://${request.host}/#/desk/hosted/${id}/${created.secret}`
    return { ...created, link }
  },
  async projectLinks({ services: { projects }, caller, params }) {
    return projects.links(idOf(params), (await caller.needAccount()).id)
  },
  async unshareProject({ services: { projects }, caller, params }) {
    await projects.withdraw(idOf(params), (await caller.needAccount()).id, params['link'] ?? '')
    return {}
  },
  async forkProject({ services: { projects }, caller, params }) {
    const { origin } = await caller.client()
    const account = (await caller.needAccount()).id
    return { id: await projects.fork(idOf(params), await viewerOf(caller), account, origin) }
  },
  async checkProject({ services: { projects, requests }, caller, params }) {
    const work = await requests.budget.workOf(await caller.client())
    return projects.check(idOf(params), (await caller.needAccount()).id, work)
  },
  async reportProject({ services: { projects }, caller, params, body }) {
    const account = (await caller.needAccount()).id
    await projects.report(idOf(params), await viewerOf(caller), account, body.text)
    return {}
  },
}
