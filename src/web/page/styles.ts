/* The style sheet of every document: one file, so that it is in the cache from the second page on. */

import '@fontsource-variable/figtree/wght.css';
import '@fontsource/fraunces/600.css';
import '#web/theme/tokens.css';
import '#web/theme/base.css';
import '#web/theme/layout.css';
import '#web/theme/components.css';

// Only the rules: the class names come with the islands that use them (`scripts/web-build/keep-module-styles.ts`).
import.meta.glob(['../{frame,shared,site,ui}/**/*.module.css'], { eager: true });
