import { Component, type ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';

/** Catches what no screen caught, so that nobody is left with an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <CrashScreen message={this.state.error instanceof Error ? this.state.error.message : String(this.state.error)} />
    );
  }
}
