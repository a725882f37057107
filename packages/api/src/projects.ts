import * as z from 'zod/mini'
import { appConfiguration } from './apps.ts'
import { type Endpoint, role } from './endpoint.ts'
import { deletedProject } from './deleted-projects.ts'
import { name, time } from './fields.ts'

export const listProjects = {
  method: 'GET',
  path: '/hearth/v1/projects',
  summary: 'The projects that the account belongs to; all of them for the server’s owner.',
  who: 'account',
  answer: z.object({
    projects: z.array(z.object({ projectId: z.string(), name: z.string(), createdAt: time })),
  }),
} as const satisfies Endpoint

export const createProject = {
  method: 'POST',
  path: '/hearth/v1/projects',
  summary:
    'Makes a project with a web app and its key; the account becomes its owner. For the server’s owner, or everybody with `HEARTH_CREATE_PROJECTS=anyone`.',
  who: 'account',
  audit: 'project.create',
  body: z.strictObject({
    projectId: z.string('The project id is missing.').check(z.maxLength(100)),
    name,
  }),
  status: 201,
  answer: z.object({ projectId: z.string() }),
  errors: {
    SERVER_OWNER_ONLY: 'permission-denied',
    PROJECT_EXISTS: 'already-exists',
    BUCKET_TAKEN: 'already-exists',
  },
} as const satisfies Endpoint

export const deleteProject = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project',
  summary:
    'Nobody finds the project any more, and an owner can take it back [until `endsAt`](#deleted-projects). Not under `hearth dev`.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'project',
  audit: 'project.delete',
  answer: deletedProject,
} as const satisfies Endpoint

export const openOperatorSession = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/operator-session',
  summary:
    'A custom token of the project for one of its members: an [operator session](#operator-sessions). It ends with the console’s session at the latest.',
  who: 'account',
  audit: 'session.enter',
  answer: z.object({ customToken: z.string(), role, expiresAt: time, app: appConfiguration }),
  errors: { NOT_A_MEMBER: 'permission-denied', NO_WEB_APP: 'failed-precondition' },
} as const satisfies Endpoint

export type OperatorSession = z.infer<(typeof openOperatorSession)['answer']>
