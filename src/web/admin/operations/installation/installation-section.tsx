import { CheckInstallation } from '#web/admin/operations/installation/check-installation.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** Looks at everything that the site depends on, when somebody asks for it. */
export function InstallationSection() {
  return (
    <TitledSection title="Installation">
      <p>
        Looks at everything that the site depends on, such as the database, the files, the payment
        provider, and the backups, and tries to send you an email.
      </p>
      <CheckInstallation />
    </TitledSection>
  );
}
