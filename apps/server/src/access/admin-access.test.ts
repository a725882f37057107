import { describe, expect, it } from 'vitest'
import type { Caller, OperatorRole } from './caller.ts'
import { assertRole } from './admin-access.ts'

const operator = (project: string, role: OperatorRole): Caller => ({
  kind: 'operator',
  project,
  uid: 'ada',
  role,
  authTime: 0,
  expiresAt: 9e9,
})

describe('assertRole', () => {
  it.each<[string, OperatorRole, OperatorRole, boolean]>([
    ['demo-app', 'viewer', 'viewer', true],
    ['demo-app', 'viewer', 'editor', false],
    ['demo-app', 'editor', 'editor', true],
    ['demo-app', 'editor', 'owner', false],
    ['console', 'viewer', 'viewer', true],
    ['console', 'editor', 'editor', false],
    ['console', 'owner', 'editor', true],
  ])('in %s lets a %s do what needs a %s: %s', (project, role, needed, isAllowed) => {
    const ask = () => assertRole(project, operator(project, role), needed)
    if (isAllowed) expect(ask).not.toThrow()
    else expect(ask).toThrow(expect.objectContaining({ code: 'permission-denied' }))
  })

  it('refuses whoever was verified for another project', () => {
    for (const caller of [operator('demo-app', 'owner'), { kind: 'admin', project: 'demo-app' } as const]) {
      for (const project of ['console', 'other-app']) {
        expect(() => assertRole(project, caller, 'viewer')).toThrow(
          expect.objectContaining({ code: 'permission-denied' }),
        )
      }
    }
  })

  it('asks visitors for a credential', () => {
    expect(() => assertRole('demo-app', { kind: 'visitor' }, 'viewer')).toThrow(
      expect.objectContaining({ code: 'unauthenticated' }),
    )
  })
})
