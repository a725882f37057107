import { useSyncExternalStore } from 'react'
import { getDensity, getMeasuring, getTheme, subscribeToPreferences, type Density, type Theme } from './preferences.ts'

export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToPreferences, getTheme)
}

export function useDensity(): Density {
  return useSyncExternalStore(subscribeToPreferences, getDensity)
}

export function useMeasuring(): boolean {
  return useSyncExternalStore(subscribeToPreferences, getMeasuring)
}
