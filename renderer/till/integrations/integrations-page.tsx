import type { IntegrationSection } from '../../ui/page/route.ts';
import { ApiPage } from './api/api-page.tsx';
import { ProgramsPage } from './api/programs-page.tsx';
import { ApprovalsPage } from './approvals/approvals-page.tsx';
import { FolderPage } from './folder/folder-page.tsx';
import { Hub } from './hub.tsx';
import { InboundPage } from './inbound/inbound-page.tsx';
import { RemoteInvoicesPage } from './remote/remote-invoices-page.tsx';
import { RemotePage } from './remote/remote-page.tsx';
import { DeliveriesPage } from './webhooks/deliveries-page.tsx';
import { WebhooksPage } from './webhooks/webhooks-page.tsx';

export function IntegrationsPage({ section }: { section: IntegrationSection | undefined }) {
  switch (section) {
    case undefined:
      return <Hub />;
    case 'approvals':
      return <ApprovalsPage />;
    case 'api':
      return <ApiPage />;
    case 'programs':
      return <ProgramsPage />;
    case 'folder':
      return <FolderPage />;
    case 'webhooks':
      return <WebhooksPage />;
    case 'deliveries':
      return <DeliveriesPage />;
    case 'inbound':
      return <InboundPage />;
    case 'remote':
      return <RemotePage />;
    case 'remoteInvoices':
      return <RemoteInvoicesPage />;
  }
}
