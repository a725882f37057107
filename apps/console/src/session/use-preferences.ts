import { useSyncExternalStore } from 'react'
import { getDensity, getTheme, subscribeToPreferences, type Density, type Theme } from './preferences.ts'

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToPreferences, getTheme)
}

export function useDensity(): Density {
  return useSyncExternalStore(subscribeToPreferences, getDensity)
}
