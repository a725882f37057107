import { hearth } from '@hearth/client/vite'

const { VITE_HEARTH_ORIGIN: origin } = process.env

/** With an origin: the page's SDKs are led to it while it is built. */
export default { plugins: origin === undefined ? [] : [hearth({ origin })] }
