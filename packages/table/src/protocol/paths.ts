/** The paths of the endpoints. They are separate from the schemas, so that a page can do without zod. */

export interface Path {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
}

/** Methods and paths of all endpoints. */
export const PATHS = {
  health: { method: 'GET', path: '/api/health' },
  openapi: { method: 'GET', path: '/api/openapi.json' },
  socketSchema: { method: 'GET', path: '/api/socket.json' },
  site: { method: 'GET', path: '/site.json' },
  games: { method: 'GET', path: '/games/index.json' },
  preparing: { method: 'GET', path: '/api/preparing' },
  rules: { method: 'GET', path: '/games/:fingerprint/rules.json' },
  scene: { method: 'GET', path: '/games/:fingerprint/scene.json' },
  book: { method: 'GET', path: '/games/:fingerprint/book.json' },
  module: { method: 'GET', path: '/games/:fingerprint/game.js' },
  lessons: { method: 'GET', path: '/games/:fingerprint/lessons.js' },
  tables: { method: 'GET', path: '/api/tables' },
  makeTable: { method: 'POST', path: '/api/tables' },
  upload: { method: 'POST', path: '/api/saves' },
  tablesOfKeys: { method: 'POST', path: '/api/keys' },
  table: { method: 'GET', path: '/api/tables/:id' },
  deleteTable: { method: 'DELETE', path: '/api/tables/:id' },
  look: { method: 'GET', path: '/api/tables/:id/view' },
  news: { method: 'GET', path: '/api/tables/:id/news' },
  save: { method: 'GET', path: '/api/tables/:id/save' },
  rematch: { method: 'POST', path: '/api/tables/:id/rematch' },
  ask: { method: 'POST', path: '/api/tables/:id/requests' },
  invite: { method: 'POST', path: '/api/tables/:id/invitations' },
  invitations: { method: 'GET', path: '/api/tables/:id/invitations' },
  withdraw: { method: 'DELETE', path: '/api/tables/:id/invitations/:invitation' },
  sendAway: { method: 'DELETE', path: '/api/tables/:id/people/:person' },
  report: { method: 'POST', path: '/api/tables/:id/reports' },
  block: { method: 'POST', path: '/api/tables/:id/blocks' },
  blocks: { method: 'GET', path: '/api/tables/:id/blocks' },
  join: { method: 'POST', path: '/api/tables/:id/people' },
  register: { method: 'POST', path: '/api/accounts' },
  login: { method: 'POST', path: '/api/session' },
  logout: { method: 'DELETE', path: '/api/session' },
  me: { method: 'GET', path: '/api/me' },
  changePassword: { method: 'POST', path: '/api/me/password' },
  requestReset: { method: 'POST', path: '/api/password-resets' },
  resetPassword: { method: 'POST', path: '/api/password' },
  sessions: { method: 'GET', path: '/api/me/sessions' },
  endSession: { method: 'DELETE', path: '/api/me/sessions/:session' },
  exportMe: { method: 'GET', path: '/api/me/export' },
  deleteMe: { method: 'POST', path: '/api/me/deletion' },
  myTables: { method: 'GET', path: '/api/me/tables' },
  keep: { method: 'POST', path: '/api/me/tables' },
  lessonProgress: { method: 'GET', path: '/api/me/lessons' },
  saveLesson: { method: 'POST', path: '/api/me/lessons' },
  addHook: { method: 'POST', path: '/api/tables/:id/webhooks' },
  addMyHook: { method: 'POST', path: '/api/me/webhooks' },
  channels: { method: 'GET', path: '/api/notifications' },
  addPush: { method: 'POST', path: '/api/tables/:id/push' },
  addMyPush: { method: 'POST', path: '/api/me/push' },
  confirmHook: { method: 'POST', path: '/api/webhooks/:hook' },
  removeHook: { method: 'DELETE', path: '/api/webhooks/:hook' },
} as const satisfies Readonly<Record<string, Path>>

/** The name of an endpoint. */
export type EndpointName = keyof typeof PATHS
