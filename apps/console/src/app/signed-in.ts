import { registerPalette } from '../shared/palette/registry.ts'

registerPalette(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** The frame, which knows the features by what is registered above. */
export { SignedInLayout } from '../features/frame/components/signed-in-layout.tsx'
