import classes from '#web/site/shared/share-links.module.css';
import { Button } from '#web/ui/button.tsx';

interface ShareLinksProps {
  /** What is said about the page. */
  text: string;
  /** The path of the page that is shared. */
  path: string;
}

/** Ways to tell others about a page. `src/web/page/share.ts` asks the device, or copies the address. */
export function ShareLinks({ text, path }: ShareLinksProps) {
  return (
    <p className="row gap-4 gap-y-2 above-6 center">
      <Button
        look="plain"
        className={classes.button ?? ''}
        data-share={path}
        data-share-text={text}
      >
        Share
      </Button>
      <span className="soft" role="status" />
    </p>
  );
}
