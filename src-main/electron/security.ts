import { app, type BrowserWindow, type IpcMainInvokeEvent, type Session, session, type WebContents } from 'electron'

/** The window's own origin: a custom protocol, so that it is neither `file:` nor a server. */
export const APP_ORIGIN = 'app://catchment'

/** Nothing from elsewhere and nothing inline: no script, style or font but our own files (05-trust, Renderer). */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Denies what the window never needs: permissions, navigation, new windows, webviews. */
export function lockDown(): void {
  app.on('web-contents-created', (_event, contents) => denyWandering(contents))
  denyPermissions(session.defaultSession)
}

function denyWandering(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

function denyPermissions(of: Session): void {
  of.setPermissionRequestHandler((_contents, permission, callback) =>
    callback(permission === 'clipboard-sanitized-write'),
  )
  of.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write')
  of.setDevicePermissionHandler(() => false)
}

/** True if a request comes from the top frame of our own window, at our own address. */
export function isOwnSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  window: BrowserWindow | null,
): boolean {
  const frame = event.senderFrame
  return (
    window !== null &&
    frame !== null &&
    event.sender === window.webContents &&
    frame === event.sender.mainFrame &&
    frame.url.startsWith(`${APP_ORIGIN}/`)
  )
}
