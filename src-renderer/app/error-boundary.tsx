import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button } from '../ui/button'
import { i18n } from './i18n'

interface State {
  error: Error | null
}

/** A fault of ours in the window: logged once, and shown with the way on. Messages are safe, they live in main. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('The window failed while rendering.', error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    return (
      <main role="alert" className="grid h-full place-items-center p-6">
        <div className="max-w-[460px]">
          <h1 className="text-figure leading-7 font-semibold">{i18n.t('fault.title')}</h1>
          <p className="mt-2 text-soft">{i18n.t('fault.text')}</p>
          <p className="mt-2 font-mono text-meta text-faint [overflow-wrap:anywhere]">{this.state.error.message}</p>
          <Button tone="go" className="mt-5" onClick={() => location.reload()}>
            {i18n.t('fault.reload')}
          </Button>
        </div>
      </main>
    )
  }
}
