/** The endpoints of hosted projects. Those for everybody need a link's secret in `Authorization: Bearer`, or the owner. */
import { z } from 'zod'
import type { Endpoint } from './endpoints.js'
import { MAX_PROJECT_REQUEST } from './limits.js'
import { PATHS } from './paths.js'
import * as doc from './projects.js'

const nothing = z.strictObject({})

/** All endpoints of hosted projects. */
export const PROJECT_ENDPOINTS = {
  myProjects: {
    ...PATHS.myProjects,
    who: 'account',
    says: 'The projects of the account, most recently changed first, 50 at a time. `?before=TIME,ID` lists the page after the project with this `changed` and `id`',
    reply: z.array(doc.projectSummary),
  },
  makeProject: {
    ...PATHS.makeProject,
    who: 'account',
    says: 'Stores a new project',
    body: doc.newProject,
    reply: doc.createdProject,
    mostBytes: MAX_PROJECT_REQUEST,
  },
  project: {
    ...PATHS.project,
    who: 'anybody',
    says: 'A project with its files: your own, or that of a link',
    reply: doc.hostedProject,
  },
  writeProject: {
    ...PATHS.writeProject,
    who: 'account',
    says: 'Changes files of a project, all or none. Refused if the project has another version by now',
    body: doc.projectChanges,
    reply: doc.projectVersion,
    mostBytes: MAX_PROJECT_REQUEST,
  },
  deleteProject: {
    ...PATHS.deleteProject,
    who: 'account',
    says: 'Deletes a project with its saves and links',
    reply: nothing,
  },
  saveProject: {
    ...PATHS.saveProject,
    who: 'account',
    says: 'Names the current state of a project',
    body: doc.newProjectSave,
    reply: doc.projectSave,
  },
  projectSave: {
    ...PATHS.projectSave,
    who: 'anybody',
    says: 'The files of a save',
    reply: doc.projectFiles,
  },
  deleteProjectSave: {
    ...PATHS.deleteProjectSave,
    who: 'account',
    says: 'Deletes a save',
    reply: nothing,
  },
  shareProject: {
    ...PATHS.shareProject,
    who: 'account',
    says: 'Creates a link to a project, to read or to play it. To play, the rules must compile and a random game must run',
    body: doc.newProjectLink,
    reply: doc.projectLink,
  },
  projectLinks: {
    ...PATHS.projectLinks,
    who: 'account',
    says: 'The links to a project, without their secrets',
    reply: z.array(doc.projectLinkDocument),
  },
  unshareProject: {
    ...PATHS.unshareProject,
    who: 'account',
    says: 'Withdraws a link to a project',
    reply: nothing,
  },
  forkProject: {
    ...PATHS.forkProject,
    who: 'account',
    says: 'Stores a copy of a project: of your own, or of that of a link',
    reply: doc.createdProject,
  },
  checkProject: {
    ...PATHS.checkProject,
    who: 'account',
    says: 'Compiles a project and plays a random game, in a thread with limits on time and memory',
    reply: doc.projectCheck,
  },
  reportProject: {
    ...PATHS.reportProject,
    who: 'account',
    says: 'Reports a project to the operator of the server',
    body: doc.newProjectReport,
    reply: nothing,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
