import 'react';

declare module 'react' {
  // Attributes of HTML that React writes as they are and its types do not know yet.
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}
