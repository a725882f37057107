import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/**
 * What axe has to say against the page and its frames, once what comes or goes in it has done so. Each document gets axe once and keeps it for later looks: handing it
 * over and compiling it takes twice as long as a look. `hasSandbox`: a frame of the page runs no script, axe's neither, and is left out.
 */
export async function findViolations(
  page: Page,
  {
    include,
    exclude = [],
    hasSandbox = false,
    options = {},
  }: {
    readonly include?: string | undefined
    readonly exclude?: readonly string[]
    readonly hasSandbox?: boolean
    readonly options?: RunOptions
  } = {},
): Promise<string[]> {
  const context = {
    ...(include !== undefined && { include: [include] }),
    exclude: [...exclude, ...(hasSandbox ? ['iframe'] : [])],
  }
  for (const frame of hasSandbox ? [page.mainFrame()] : page.frames()) {
    try {
      if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
    } catch (error) {
      // A frame that goes meanwhile is no part of the page any more.
      if (!frame.isDetached()) throw error
    }
  }
  // Nothing is left out: what is right and what doesn't apply is not listed with all its elements.
  const asked = { context, options: { ...options, resultTypes: ['violations'] } satisfies RunOptions }
  await page.evaluate(whenStill)
  return await page.evaluate(async ({ context, options }) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(context, options)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, asked)
}

/** In the page: resolves when nothing fades or moves on its way somewhere. What moves for good, or with what is scrolled, goes on. */
async function whenStill(): Promise<void> {
  const onTheirWay = document
    .getAnimations()
    .filter(
      ({ effect, playState, timeline }) =>
        playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    )
  // One that is taken away before its end rejects.
  await Promise.allSettled(onTheirWay.map(({ finished }) => finished))
}
