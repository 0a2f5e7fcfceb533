// The style sheet of every document: one file, so that it is in the cache from the second page on.

import '@fontsource-variable/figtree/wght.css';
import '@fontsource/fraunces/600.css';
import '#web/theme/base.css';

export const classes = import.meta.glob(['../{frame,shared,site,ui}/**/*.module.css'], {
  eager: true,
  import: 'default',
});
