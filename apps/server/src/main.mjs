#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < 24) {
  // It can't even read the files below. The repository brings a Node that can, and this finds it or says what to do.
  await import('../../../scripts/hearth.mjs')
} else {
  const { withCompileCache } = await import('./compile-cache.mjs')
  const { runHearth } = await withCompileCache(() => import('./run-hearth.ts'))
  await runHearth(process.argv.slice(2))
}
