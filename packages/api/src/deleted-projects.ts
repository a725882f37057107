import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, time } from './fields.ts'

export const deletedProject = z.object({
  projectId: z.string(),
  name: z.string(),
  deletedAt: time,
  /** Until then it can be taken back. */
  endsAt: time,
})
export type DeletedProject = z.infer<typeof deletedProject>

const errors = { PROJECT_NOT_FOUND: 'not-found' } as const

export const listDeletedProjects = {
  method: 'GET',
  path: '/hearth/v1/deleted-projects',
  summary: 'The projects that the account owns and may take back.',
  who: 'account',
  answer: z.object({ deletedProjects: z.array(deletedProject) }),
} as const satisfies Endpoint

export const undeleteProject = {
  method: 'POST',
  path: '/hearth/v1/deleted-projects/:project/undelete',
  summary: 'Everybody finds the project again, with everything that it had. For its owners: people alone.',
  who: 'account',
  audit: 'project.undelete',
  answer: done,
  errors,
} as const satisfies Endpoint

export const removeDeletedProject = {
  method: 'DELETE',
  path: '/hearth/v1/deleted-projects/:project',
  summary: 'The project goes for good, before its time. For its owners: people alone.',
  who: 'account',
  recentSignIn: 'always',
  audit: 'project.delete-now',
  answer: done,
  errors,
} as const satisfies Endpoint
