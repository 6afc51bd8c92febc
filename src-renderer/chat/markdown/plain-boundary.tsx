import { Component, type ReactNode } from 'react'

interface Props {
  /** What is shown in place of what cannot be drawn. */
  text: string
  children: ReactNode
}

/** A text that cannot be drawn is shown as it was written; what stands around it lives on (05-trust). */
export class PlainBoundary extends Component<Props, { failed: string | null }> {
  override state: { failed: string | null } = { failed: null }

  static getDerivedStateFromError(): null {
    return null
  }

  override componentDidCatch(error: Error): void {
    console.error('A message could not be drawn and is shown as plain text.', error.message)
    this.setState({ failed: this.props.text })
  }

  override render(): ReactNode {
    // Another text, a longer one while it streams, gets its own chance.
    return this.state.failed === this.props.text ? <PlainText text={this.props.text} /> : this.props.children
  }
}

export const PlainText = ({ text }: { text: string }) => (
  <div className="whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
    {text}
  </div>
)
