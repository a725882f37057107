import '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An address that was typed on one sign-in screen and is kept on the other. */
    email?: string
  }
}
