#!/usr/bin/env node
import { useCompileCache } from './compile-cache.mjs'

useCompileCache()
const { runHearth } = await import('./run-hearth.ts')
await runHearth(process.argv.slice(2))
