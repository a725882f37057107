#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Before any other module of ours is loaded: the cache takes the loading from 440 to 105 ms.
enableCompileCache(join(import.meta.dirname, '../../../.cache/compile'))
const { runHearth } = await import('./run-hearth.ts')
await runHearth(process.argv.slice(2))
