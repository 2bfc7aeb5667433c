use petstore::apis::{configuration::Configuration, events_api, pets_api, Error};
use petstore::models::{self, Pet, PetInput};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base_path = std::env::var("BASE_URL")?;
    let key = std::env::var("API_KEY")?;
    let config = Configuration { base_path, bearer_access_token: Some(key.clone()), ..Default::default() };

    for name in ["Rex", "Tom"] {
        let pet = pets_api::create_pet(&config, PetInput::new(name.into(), 7), None).await?;
        println!("created {}", pet.name);
    }

    // list_pets answers without headers.
    let mut url = Some(format!("{}/pets?status=available&limit=1", config.base_path));
    while let Some(page) = url {
        let answer = config.client.get(page).bearer_auth(&key).send().await?.error_for_status()?;
        let link = answer.headers().get("link").and_then(|link| link.to_str().ok());
        url = link.and_then(|link| Some(link.split_once('<')?.1.split_once('>')?.0.to_string()));
        for pet in answer.json::<Vec<Pet>>().await? {
            println!("page {}", pet.name);
        }
    }

    if let Err(Error::ResponseError(failed)) = pets_api::list_pets(&config, None, None, None, Some("unknown"), None).await {
        let error: models::Error = serde_json::from_str(&failed.content)?;
        println!("error {} {}", error.status, error.code);
    }

    for event in events_api::list_events(&config, None, None, Some(1)).await? {
        let (name, category) = (event.data.name.unwrap_or_default(), event.data.category_id.unwrap_or_default());
        println!("event {} {} {name} {category}", event.position, event.r#type);
    }
    Ok(())
}
