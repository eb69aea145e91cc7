/** Hosted projects: rulebooks that designers store on a server. */
import { z } from 'zod'
import { MAX_PROJECT_NAME_LENGTH, MAX_REPORT_LENGTH } from './limits.js'
import { nameSchema, textSchema } from './shapes.js'

const number = z.number().int().min(0)
const title = nameSchema('A title', MAX_PROJECT_NAME_LENGTH).min(1, "A title can't be empty.")
/** Texts by path. The server checks the paths and sizes. */
const files = z.record(z.string(), z.string())

/** A project in a list. */
export const projectSummary = z.strictObject({
  id: z.string(),
  title: z.string(),
  created: number,
  changed: number,
  /** The bytes that its files and saves take. */
  bytes: number,
})
/** A project in a list. */
export type ProjectDocument = z.infer<typeof projectSummary>

/** A named state of a project. */
export const projectSave = z.strictObject({ id: z.string(), name: z.string(), at: number })
/** A named state of a project. */
export type ProjectSave = z.infer<typeof projectSave>

/** What a link opens: the desk to read, or the table to play. Both holders can read, play and fork. */
export const projectOpens = z.enum(['read', 'play'])

/** A project with its files. */
export const hostedProject = z.strictObject({
  ...projectSummary.shape,
  /** `own`: of the caller's account. `read`: by a link. */
  access: z.enum(['own', 'read']),
  /** What the caller's link opens. */
  opens: projectOpens.exactOptional(),
  /** Counts the changes. */
  version: number,
  files,
  saves: z.array(projectSave),
})
/** A project with its files. */
export type HostedProject = z.infer<typeof hostedProject>

/** The request to store a project. */
export const newProject = z.strictObject({ title, files })
/** The id of a new project. */
export const createdProject = z.strictObject({ id: z.string() })

/** Changes of a project. `null` deletes a file. */
export const projectChanges = z.strictObject({
  changes: z.record(z.string(), z.string().nullable()),
  /** The version that the changes are based on. */
  version: number,
  title: title.exactOptional(),
})
/** The version after the changes. */
export const projectVersion = z.strictObject({ version: number })

/** The request to name the current state. */
export const newProjectSave = z.strictObject({
  name: nameSchema('A name', MAX_PROJECT_NAME_LENGTH).min(1, "A name can't be empty."),
})
/** The files of a project or save. */
export const projectFiles = z.strictObject({ files })

/** The request for a link. */
export const newProjectLink = z.strictObject({ opens: projectOpens })
/** A link, without its secret. */
export const projectLinkDocument = z.strictObject({ id: z.string(), opens: projectOpens, created: number })
/** A new link. The secret is shown once. */
export const projectLink = z.strictObject({
  ...projectLinkDocument.shape,
  secret: z.string(),
  link: z.string(),
})
/** A link, without its secret. */
export type ProjectLinkDocument = z.infer<typeof projectLinkDocument>

/** A problem that the check of a project found. */
const projectProblem = z.strictObject({
  message: z.string(),
  path: z.string().exactOptional(),
  line: number.exactOptional(),
})
/** What the check of a project found: whether it compiles, and how far a random game came. */
export const projectCheck = z.strictObject({
  problems: z.array(projectProblem),
  /** The fingerprint of the rules, if they compile. */
  fingerprint: z.string().exactOptional(),
  /** The decisions of the random game. */
  decisions: number,
})
/** What the check of a project found. */
export type ProjectCheck = z.infer<typeof projectCheck>

/** A report about a project. */
export const newProjectReport = z.strictObject({ text: textSchema('A report', MAX_REPORT_LENGTH) })
