import type { ServerSetting } from './queries/server-queries.ts'

export interface SettingsOfArea {
  readonly area: string
  readonly settings: readonly ServerSetting[]
}

/** The settings by what they are about, each area where its first setting stands. */
export function settingsByArea(
  settings: readonly ServerSetting[],
  /** Without those that have their default. */
  isMadeOnly: boolean,
): readonly SettingsOfArea[] {
  const areas = new Map<string, ServerSetting[]>()
  for (const setting of settings) {
    if (isMadeOnly && setting.from === 'default') continue
    const known = areas.get(setting.area)
    if (known === undefined) areas.set(setting.area, [setting])
    else known.push(setting)
  }
  return [...areas].map(([area, ofArea]) => ({ area, settings: ofArea }))
}
