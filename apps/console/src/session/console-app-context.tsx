import { createContext, useContext, type ReactNode } from 'react'
import type { ConsoleApp } from '../backend/sdk/console-app.ts'

const ConsoleAppContext = createContext<ConsoleApp | undefined>(undefined)

export function ConsoleAppProvider({
  consoleApp,
  children,
}: {
  readonly consoleApp: ConsoleApp
  readonly children: ReactNode
}) {
  return <ConsoleAppContext value={consoleApp}>{children}</ConsoleAppContext>
}

/** The console's own app, once the server told what it is. */
export function useConsoleApp(): ConsoleApp {
  const consoleApp = useContext(ConsoleAppContext)
  if (consoleApp === undefined) throw new Error('useConsoleApp before the console was opened')
  return consoleApp
}
