import { expect, it } from 'vitest'
import { foldSessions } from './fold-sessions.ts'
import type { AuditEntry } from '../../shared/audit/list-audit.ts'

const minuteMs = 60_000

function entry(minute: number, action: string, uid = 'olga', address = '127.0.0.1'): AuditEntry {
  return {
    number: minute,
    at: minute * minuteMs,
    actor: { kind: 'person', uid },
    action,
    target: '',
    address,
    previous: '',
    hash: '',
    person: undefined,
    people: {},
    users: new Map(),
  }
}

it("shows one session an hour of a person's from a place, and everything else", () => {
  const entries = [
    entry(130, 'session.enter'),
    entry(120, 'users.config'),
    entry(110, 'session.enter', 'edda'),
    entry(100, 'session.enter'),
    entry(95, 'session.enter', 'olga', '10.0.0.1'),
    entry(90, 'users.config'),
    entry(60, 'session.enter'),
    entry(50, 'session.enter'),
  ]
  expect(foldSessions(entries).map(({ number, times }) => [number, times])).toEqual([
    [130, 2],
    [120, 1],
    [110, 1],
    [95, 1],
    [90, 1],
    [60, 2],
  ])
})
