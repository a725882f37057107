import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Cell {
  /** Packages with their exact versions. */
  readonly packages: Readonly<Record<string, string>>
  /** Of npm: versions of parts instead of those that a package names. */
  readonly overrides?: Readonly<Record<string, string>>
  /** `windows` are sign-in windows and redirects of the modular API. */
  readonly api: 'modular' | 'compat' | 'react-native' | 'windows' | 'admin' | 'library'
  /** By `@hearth/client`, or by the SDK's own settings. */
  readonly way: 'helper' | 'settings'
  readonly where: 'Node' | 'Chromium'
  readonly scheme: 'http' | 'https'
}

interface OverriddenVersion {
  readonly version: string
  readonly overrides: Readonly<Record<string, string>>
  /** What has to happen for them to go. */
  readonly overridesUntil: string
}

interface Versions {
  readonly firebase: readonly (string | OverriddenVersion)[]
  /** Each with the version of `@google-cloud/storage` beside it. */
  readonly 'firebase-admin': Readonly<Record<string, string>>
  readonly '@google-cloud/firestore': readonly string[]
  readonly '@google-cloud/storage': readonly string[]
}

const versions = JSON.parse(readFileSync(join(import.meta.dirname, 'versions.json'), 'utf8')) as Versions
const schemes = ['http', 'https'] as const

/** Every cell of the matrix. React Native begins where the SDK has `getReactNativePersistence`; 8 has no modular API and no helper. */
export function allCells(): Cell[] {
  return [...versions.firebase.flatMap(webCells), ...adminCells(), ...libraryCells()]
}

function webCells(one: string | OverriddenVersion): Cell[] {
  if (typeof one !== 'string') return webCells(one.version).map((cell) => ({ ...cell, overrides: one.overrides }))
  const version = one
  const packages = { firebase: version }
  const major = Number(version.split('.')[0])
  const ways = major < 9 ? (['settings'] as const) : (['helper', 'settings'] as const)
  return ways.flatMap((way) =>
    schemes.flatMap((scheme): Cell[] => {
      const cell = { packages, way, scheme }
      const compat = (['Node', 'Chromium'] as const).map((where): Cell => ({ ...cell, api: 'compat', where }))
      if (major < 9) return compat
      return [
        { ...cell, api: 'modular', where: 'Node' },
        { ...cell, api: 'modular', where: 'Chromium' },
        ...compat,
        ...(major >= 10 && way === 'helper' ? [{ ...cell, api: 'react-native', where: 'Node' } as const] : []),
        ...(way === 'helper' ? [{ ...cell, api: 'windows', where: 'Chromium' } as const] : []),
      ]
    }),
  )
}

function adminCells(): Cell[] {
  return Object.entries(versions['firebase-admin']).flatMap(([admin, storage]) =>
    schemes.map((scheme) => ({
      packages: { 'firebase-admin': admin, '@google-cloud/storage': storage },
      api: 'admin',
      way: 'helper',
      where: 'Node',
      scheme,
    })),
  )
}

/** By themselves, by the variables of the emulators. */
function libraryCells(): Cell[] {
  return (['@google-cloud/firestore', '@google-cloud/storage'] as const).flatMap((library) =>
    versions[library].map((version) => ({
      packages: { [library]: version },
      api: 'library',
      way: 'settings',
      where: 'Node',
      scheme: 'http',
    })),
  )
}
