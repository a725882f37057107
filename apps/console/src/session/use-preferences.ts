import { useSyncExternalStore } from 'react'
import { getChosenLanguage } from '../texts/chosen-language.ts'
import type { Language } from '../texts/language.ts'
import {
  getDensity,
  getMeasuring,
  getTheme,
  subscribeToPreferences,
  type Density,
  type Theme,
} from '../browser/preferences.ts'

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToPreferences, getTheme)
}

export function useDensity(): Density {
  return useSyncExternalStore(subscribeToPreferences, getDensity)
}

/** The language that was chosen for this browser; undefined when the browser decides. */
export function useChosenLanguage(): Language | undefined {
  return useSyncExternalStore(subscribeToPreferences, getChosenLanguage)
}

export function useMeasuring(): boolean {
  return useSyncExternalStore(subscribeToPreferences, getMeasuring)
}
