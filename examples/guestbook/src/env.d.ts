interface ImportMetaEnv {
  readonly VITE_HEARTH_ORIGIN?: string
  readonly VITE_PROJECT_ID?: string
  readonly VITE_API_KEY?: string
  readonly VITE_APP_ID?: string
}
