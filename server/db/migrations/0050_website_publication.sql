-- Every website was public until now, and stays so. New ones are published by their owners.
INSERT INTO restaurant_settings (restaurant_id, name, value, updated_at)
SELECT restaurant_id, 'website_publication', jsonb_build_object('published_at', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), now()
  FROM restaurants
ON CONFLICT DO NOTHING;
