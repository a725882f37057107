import { describe, expect, it } from 'vitest'
import { readRulesSearch, withoutRequest, withTool, rulesOf } from './rules-search.ts'

describe('the tool in the address of the rules', () => {
  it('is one of those beside the editor, and the simulator without', () => {
    expect(readRulesSearch({ tool: 'tests', area: 'files' })).toMatchObject({ tool: 'tests', area: 'files' })
    expect(readRulesSearch({ tool: 'hammer' }).tool).toBeUndefined()
    expect(readRulesSearch({ tool: 'try' }).tool).toBeUndefined()
    expect(readRulesSearch({}).tool).toBeUndefined()
  })

  it('changes alone, and the simulator leaves none', () => {
    expect(withTool({ area: 'files', request: '7' }, 'versions')).toEqual({
      area: 'files',
      request: '7',
      tool: 'versions',
    })
    expect(withTool({ tool: 'tests', request: '7' }, 'try')).toEqual({ tool: undefined, request: '7' })
  })

  it('stays when the request is closed', () => {
    expect(withoutRequest({ tool: 'tests', request: '7', at: 'line', area: 'files' })).toEqual({
      tool: 'tests',
      area: 'files',
    })
  })
})

it.each([
  [{ service: 'documents' as const }, {}],
  [{ service: 'documents' as const, database: '(default)' }, {}],
  [{ service: 'documents' as const, database: 'second' }, { database: 'second' }],
  [{ service: 'files' as const, database: '(default)' }, { area: 'files' }],
])('leads from %j to the rules that decided', (request, search) => {
  expect(rulesOf(request)).toEqual(search)
})
