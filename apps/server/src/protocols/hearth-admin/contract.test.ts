import { type Endpoint } from '@hearth/api'
import { resources } from '@hearth/api/document'
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { HearthAdminDeps } from './deps.ts'
import { createHearthAdminProtocol } from './protocol.ts'

const endpoints: readonly Endpoint[] = resources.flatMap((resource) => Object.values(resource.endpoints))

it('each endpoint of the contract has one route, and each route is one of them', () => {
  // Routes look at what they need when they are called.
  const { routes } = createHearthAdminProtocol({} as HearthAdminDeps)
  expect(endpoints.length).toBeGreaterThan(80)
  const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`
  expect(routes.map(nameOf).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

it('each reason that the contract names is thrown somewhere', () => {
  const root = new URL('../..', import.meta.url).pathname
  const sources = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).map((file) =>
    readFileSync(`${root}/${file}`, 'utf8'),
  )
  const reasons = new Set(endpoints.flatMap(({ errors = {} }) => Object.keys(errors)))
  expect(reasons.size).toBeGreaterThan(20)
  const unknown = [...reasons].filter((reason) => !sources.some((source) => source.includes(`'${reason}'`)))
  expect(unknown).toEqual([])
})
