import { Link } from 'react-router';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';

/** Leads to what is stored about somebody: an address or an ID, for those who may erase them. */
export function PrivacyLink({ who }: { who: string }) {
  const mayWrite = useMay('privacy.write');
  if (!mayWrite) return null;
  return (
    <Link to={paths.admin.privacy} state={{ who }}>
      Download or erase their data
    </Link>
  );
}
