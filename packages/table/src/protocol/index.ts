/** The protocol between a server and its clients: schemas, which also yield types, validation and OpenAPI. */
export * from './clock.js'
export { listPlace, type ListPlace, pageAfter } from './cursor.js'
export * from './documents.js'
export * from './errors.js'
export * from './messages.js'
export * from './projects.js'
export {
  DEFAULT_ABSENCE,
  INVITATION_DAYS,
  MAX_ABSENCE,
  MAX_HISTORY_PAGE,
  MAX_LESSON_ANSWERS,
  MAX_LESSONS_LEARNED,
  MAX_LISTED_PROJECTS,
  MAX_LISTED_TABLES,
  MAX_NEWS,
  MAX_PREVIEWS,
  MAX_REPORT_LENGTH,
  MAX_TEXT_LENGTH,
  MIN_ABSENCE,
} from './limits.js'
export { choice, name as ruleName } from '@ludoforge/agents/shapes'
export { refusal } from './shapes.js'
export { openApi, socketSchema } from './describe.js'
export { type Endpoint, ENDPOINTS, type Reply, type Access } from './endpoints.js'
export { type EndpointName, PATHS } from './paths.js'
